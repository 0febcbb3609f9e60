// Writes `x.br` and `x.gz` beside every file of a folder that they shrink. Browsers accept brotli only over https and
// from localhost. At the highest quality it takes seconds, once, instead of time in every request.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

const folder = process.argv[2]
// Pages are compressed by the server, which fills them first.
const compressible = /\.(css|ico|js|json|map|mjs|svg|txt|wasm|webmanifest|xml)$/

for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !compressible.test(entry.name)) continue
    const file = join(entry.parentPath ?? entry.path, entry.name)
    const content = readFileSync(file)
    const brotli = brotliCompressSync(content, {
        params: {
            [constants.BROTLI_PARAM_QUALITY]: 11,
            [constants.BROTLI_PARAM_LGWIN]: 22,
            [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
        },
    })
    const copies = { br: brotli, gz: gzipSync(content, { level: constants.Z_BEST_COMPRESSION }) }
    for (const [extension, copy] of Object.entries(copies)) {
        if (copy.length < content.length) writeFileSync(`${file}.${extension}`, copy)
    }
}
