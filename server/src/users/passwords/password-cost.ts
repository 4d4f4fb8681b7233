/** scrypt with 32 MiB: about 60 ms of a core, off the event loop. Processes of tests take a lower cost instead of this file. */
export const COST = { N: 2 ** 15, r: 8, p: 1, maxmem: 64 * 1024 * 1024 }
