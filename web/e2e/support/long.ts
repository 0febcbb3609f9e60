/** Whether `cargo xtask test --long` requested the slowest tests as well. */
export const isLong = process.env.TEST_LONG === '1';
