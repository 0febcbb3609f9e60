// Makes src/schema.d.ts from the OpenAPI document of a server.
//
//   npm run generate -- http://127.0.0.1:8080/api/openapi.json
//   npm run generate -- openapi.json --check       fails if the file differs, and writes nothing
import { readFile, writeFile } from 'node:fs/promises';
import openapiTS, { astToString } from 'openapi-typescript';
import ts from 'typescript';

const SCHEMA = new URL('../src/schema.d.ts', import.meta.url);
const HEADER = '/** Made from the OpenAPI document by `npm run generate`. Do not edit. */\n\n';
const BLOB = ts.factory.createTypeReferenceNode(ts.factory.createIdentifier('Blob'));

const [source, mode] = process.argv.slice(2);
if (!source) {
  console.error('Name the OpenAPI document: npm run generate -- http://127.0.0.1:8080/api/openapi.json');
  process.exit(2);
}
const document = source.startsWith('http') ? await (await fetch(source)).json() : JSON.parse(await readFile(source, 'utf8'));
const nodes = await openapiTS(document, {
  alphabetize: true,
  transform: (schema) => (schema.format === 'binary' ? BLOB : undefined),
});
const text = HEADER + astToString(nodes);
if (mode !== '--check') {
  await writeFile(SCHEMA, text);
} else if (text !== (await readFile(SCHEMA, 'utf8').catch(() => ''))) {
  console.error('src/schema.d.ts is out of date.');
  process.exit(1);
}
