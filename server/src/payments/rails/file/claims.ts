/**
 * Names that the items of one file have matched or stored. Equal entries without a reference of the bank share a name, under
 * which their money is numbered: each number is the money of one of them. A file that is read again begins anew, and
 * a transaction that is repeated keeps what its item took.
 */
export interface Claims {
  /** Takes a name for a holder. Returns false if another one has it. */
  take(name: string, holder: string): boolean
  isFree(name: string, holder: string): boolean
  /** Number of the names, counted from 1, up to the one that is free for a holder and not used otherwise. Items ask in their order. */
  firstFree(name: string, holder: string, isUsed?: (number: number) => boolean): number
  /** Gives up the names of a holder whose item was rejected or is read again. */
  release(holder: string): void
  /** Forgets remembered values, as another process has changed what they were read from. */
  forget(): void
  /** Returns the value that a function gave for a name before, or its value now. */
  remember<T extends object>(name: string, value: () => Promise<T>): Promise<T>
}

export function createClaims(): Claims {
  const holders = new Map<string, string>()
  const namesOf = new Map<string, string[]>()
  /** The first number that may be free: those below have holders that do not ask again. */
  const starts = new Map<string, number>()
  const remembered = new Map<string, object>()
  const isFree = (name: string, holder: string) => (holders.get(name) ?? holder) === holder
  return {
    isFree,
    take(name, holder) {
      if (!isFree(name, holder)) return false
      if (!holders.has(name)) namesOf.set(holder, [...(namesOf.get(holder) ?? []), name])
      holders.set(name, holder)
      return true
    },
    firstFree(name, holder, isUsed = () => false) {
      let number = starts.get(name) ?? 1
      while (isUsed(number) || !isFree(numbered(name, number), holder)) number++
      starts.set(name, number)
      return number
    },
    release(holder) {
      for (const name of namesOf.get(holder) ?? []) holders.delete(name)
      namesOf.delete(holder)
    },
    forget: () => remembered.clear(),
    async remember<T extends object>(name: string, value: () => Promise<T>) {
      const known = remembered.get(name) as T | undefined
      if (known) return known
      const found = await value()
      remembered.set(name, found)
      return found
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
