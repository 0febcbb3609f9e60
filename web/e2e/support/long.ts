/** Whether `cargo xtask test --long` asks for the tests that take longest, too. */
export const isLong = process.env.TEST_LONG === '1';
