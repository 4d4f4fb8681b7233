/** The cost of password hashes in the process of the tests: a five-hundredth of a server's. Hashes state their cost, so both read them. */
export const COST = { N: 2 ** 6, r: 8, p: 1, maxmem: 64 * 1024 * 1024 }
