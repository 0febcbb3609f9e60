// Runs the compiled program: node tests/run.mjs http://127.0.0.1:8080 TOKEN
import { run } from '../dist/tests/first-steps.js';

const [server, token] = process.argv.slice(2);
await run(server, token);
