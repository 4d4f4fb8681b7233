/**
 * Returns the value of a name in a table. A text from outside such as "constructor" or "__proto__" names nothing that
 * every object inherits.
 */
export const own = <T>(table: Readonly<Record<string, T>>, name: string): T | undefined =>
  Object.hasOwn(table, name) ? table[name] : undefined
