import { paint } from '../output/colour.ts'

/** Prints a story: a line when a step begins, its facts as they are known, and its duration. */
export interface Narrator {
  /** Runs a step; `say` prints a fact. @throws the step's error, with the name of the step before it */
  step<T>(title: string, work: (say: (fact: string) => void) => Promise<T>): Promise<T>
  /** Prints the number of steps and the time they took. */
  end(): void
}

/** @param print prints one line */
export function createNarrator(print: (line: string) => void): Narrator {
  const began = performance.now()
  const seconds = (since: number) => `${((performance.now() - since) / 1000).toFixed(1)} s`
  let steps = 0
  return {
    async step(title, work) {
      const start = performance.now()
      print(paint('bold', `${++steps}. ${title}`))
      const result = await work((fact) => print(`   ${fact}`)).catch((error: Error) => {
        error.message = `${title}: ${error.message}`
        throw error
      })
      print(paint('dim', `   ${seconds(start)}`))
      return result
    },
    end: () => print(paint('bold', `\n${steps} steps in ${seconds(began)}.`)),
  }
}
