/** Prints each step when done: its name, its result and its duration. */
export interface Narrator {
  /** Runs a step; `say` prints a line of text. @throws the step's error, prefixed with its name */
  step<T>(name: string, work: (say: (line: string) => void) => Promise<T>): Promise<T>
  end(): void
}

const NAME_WIDTH = 14
const LINE_WIDTH = 84

/** @param print takes one line of text */
export function createNarrator(print: (line: string) => void): Narrator {
  const started = performance.now()
  let steps = 0
  return {
    async step(name, work) {
      const lines: string[] = []
      const began = performance.now()
      const result = await work((line) => lines.push(line)).catch((error: Error) => {
        print(`  ✗ ${name}`)
        throw new Error(`${name}: ${error.message}`, { cause: error })
      })
      steps++
      const took = `${Math.round(performance.now() - began)} ms`
      const [first = '', ...others] = lines
      print(`  ✓ ${name.padEnd(NAME_WIDTH)}${first.padEnd(LINE_WIDTH)}${took.padStart(9)}`)
      for (const line of others) print(`${' '.repeat(NAME_WIDTH + 4)}${line}`)
      return result
    },
    end: () =>
      print(`\n${steps} steps, all as they should be, in ${((performance.now() - started) / 1000).toFixed(1)} s`),
  }
}

/** Formats "1250000.00" and "EUR" as "  1,250,000.00 EUR", 16 wide, to align amounts. */
export function money(amount: string, currency: string): string {
  const [whole = '', decimals] = amount.split('.')
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',')
  return `${(decimals === undefined ? grouped : `${grouped}.${decimals}`).padStart(12)} ${currency}`
}
