// Writes `x.br` beside every file of a folder that shrinks by brotli. Node includes a native brotli; at the highest
// quality it takes seconds, once, instead of time in every request.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'

const folder = process.argv[2]
// Pages are compressed by the server, which fills them first.
const compressible = /\.(css|ico|js|json|map|mjs|svg|txt|wasm|webmanifest|xml)$/

for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !compressible.test(entry.name)) continue
    const file = join(entry.parentPath ?? entry.path, entry.name)
    const content = readFileSync(file)
    const compressed = brotliCompressSync(content, {
        params: {
            [constants.BROTLI_PARAM_QUALITY]: 11,
            [constants.BROTLI_PARAM_LGWIN]: 22,
            [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
        },
    })
    if (compressed.length < content.length) writeFileSync(`${file}.br`, compressed)
}
