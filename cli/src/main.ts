import { createProgram, explain } from './program.ts'
import { exitCodeOf } from './exit-codes.ts'
import { setColours } from './output/colour.ts'
import { endProgress } from './output/progress.ts'

process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
  process.exit() // the reader has seen enough
})

const program = createProgram()
program.hook('preAction', () => setColours(program.opts(), process.env, process.stdout.isTTY))
try {
  await program.parseAsync()
} catch (error) {
  endProgress()
  process.exitCode = exitCodeOf(error)
  const text = explain(error as Error)
  if (text !== '') console.error(text)
}
