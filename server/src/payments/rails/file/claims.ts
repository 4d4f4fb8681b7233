/**
 * Names that the items of one file have matched or stored. Equal entries without a reference of the bank share a name, under
 * which their money is numbered: each number is the money of one of them. A file that is read again begins anew, and
 * a transaction that is repeated keeps what its item took.
 */
export interface Claims {
  /** Takes a name for a holder. Returns false if another one has it. */
  take(name: string, holder: string): boolean
  isFree(name: string, holder: string): boolean
  /** Number of the names, counted from 1, up to the one that is free for a holder. */
  firstFree(name: string, holder: string): number
}

export function createClaims(): Claims {
  const holders = new Map<string, string>()
  const isFree = (name: string, holder: string) => (holders.get(name) ?? holder) === holder
  return {
    isFree,
    take(name, holder) {
      if (!isFree(name, holder)) return false
      holders.set(name, holder)
      return true
    },
    firstFree(name, holder) {
      let number = 1
      while (!isFree(numbered(name, number), holder)) number++
      return number
    },
  }
}

/** Returns the name of one of several equal things; the first has the name alone. */
export const numbered = (name: string, number: number): string => (number === 1 ? name : `${name} ${number}`)

/** An item of a file that shares its name with equal ones. */
export interface Claimant {
  claims: Claims
  /** Names the item in its file. */
  item: string
  /** Names the entry that it is or is a part of. */
  entry: string
}
