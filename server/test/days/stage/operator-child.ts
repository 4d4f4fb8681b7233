import { createInterface } from 'node:readline'
import { operatorCommand } from '../../../src/commands/operator.ts'

// Runs operator commands, one a line of its standard input (a JSON array of words), and answers each with one line.
// One process for many commands: starting a process for each would take most of the simulation's time.
for await (const line of createInterface({ input: process.stdin })) {
  const { id, words } = JSON.parse(line) as { id: number; words: string[] }
  console.log(JSON.stringify({ id, ...(await runCommand(words)) }))
}

async function runCommand(words: string[]): Promise<{ printed: string } | { error: string }> {
  let printed = ''
  const command = operatorCommand(undefined, (text) => (printed += text))
  let complaint = ''
  const silent = { writeErr: (text: string) => void (complaint += text), writeOut: () => {} }
  for (const each of [command, ...command.commands]) each.exitOverride().configureOutput(silent)
  try {
    await command.parseAsync([...words, '--json'], { from: 'user' })
    return { printed }
  } catch (error) {
    return { error: complaint || (error as Error).message }
  }
}
