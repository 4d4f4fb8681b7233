import { Argument, Command } from 'commander'
import { valuesOf } from '../operations/commands.ts'

/** Shells with completion. */
const SCRIPTS = {
  bash: `_cambist() {
  local words=("\${COMP_WORDS[@]:1:COMP_CWORD}")
  local IFS=$'\\n'
  COMPREPLY=($(cambist __complete -- "\${words[@]}" 2>/dev/null | cut -f1))
}
complete -o default -F _cambist cambist
`,
  zsh: `#compdef cambist
_cambist() {
  local -a found
  local line
  while IFS=$'\\t' read -r name text; do
    found+=("\${name//:/\\\\:}:\${text}")
  done < <(cambist __complete -- "\${(@)words[2,CURRENT]}" 2>/dev/null)
  if (( \${#found} )); then _describe cambist found; else _files; fi
}
if [ "$funcstack[1]" = _cambist ]; then _cambist; else compdef _cambist cambist; fi
`,
  fish: `function __cambist_complete
  set -l words (commandline -opc)
  set -l last (commandline -ct)
  set -l found (cambist __complete -- $words[2..-1] "$last" 2>/dev/null)
  if test (count $found) -gt 0
    printf '%s\\n' $found
  else
    __fish_complete_path "$last"
  end
end
complete -c cambist -f -a '(__cambist_complete)'
`,
}

/** Command that prints the completion script of a shell. */
export const completionCommand = (): Command =>
  new Command('completion')
    .description('print the completion script of a shell')
    .addArgument(new Argument('<shell>', 'your shell').choices(Object.keys(SCRIPTS)))
    .helpGroup('Profiles:')
    .addHelpText(
      'after',
      '\nExamples:\n  cambist completion bash >> ~/.bashrc\n  cambist completion zsh > "${fpath[1]}/_cambist"\n  cambist completion fish > ~/.config/fish/completions/cambist.fish',
    )
    .action((shell: keyof typeof SCRIPTS) => void process.stdout.write(SCRIPTS[shell]))

/** Hidden command that the scripts call with the words so far; the last may be incomplete. */
export const completeCommand = (program: Command): Command =>
  new Command('__complete')
    .argument('[words...]')
    .allowUnknownOption()
    .action((words: string[]) => {
      for (const { name, text } of candidatesOf(program, words)) process.stdout.write(`${name}\t${text}\n`)
    })

interface Candidate {
  name: string
  text: string
}

/** Returns commands, options and choices that continue the words. */
export function candidatesOf(program: Command, words: readonly string[]): Candidate[] {
  const last = words.at(-1) ?? ''
  const command = commandAt(program, words.slice(0, -1))
  const previous = words.at(-2)
  const option = [...command.options, ...program.options].find(({ long }) => long === previous)
  const found =
    option?.required && !last.startsWith('-')
      ? valuesOf(option).map((name) => ({ name, text: '' }))
      : last.startsWith('-')
        ? optionsOf(program, command)
        : [...commandsOf(command), ...choicesOf(command)]
  return found.filter(({ name }) => name.startsWith(last))
}

function commandAt(program: Command, words: readonly string[]): Command {
  let command = program
  for (const word of words) command = command.commands.find((each) => each.name() === word) ?? command
  return command
}

const firstLine = (text: string): string => text.split('\n')[0] ?? ''

const commandsOf = (command: Command): Candidate[] =>
  command.commands
    .filter((each) => !each.name().startsWith('_'))
    .map((each) => ({ name: each.name(), text: firstLine(each.summary() || each.description()) }))

const choicesOf = (command: Command): Candidate[] =>
  command.registeredArguments.flatMap(({ argChoices = [] }) => argChoices.map((name) => ({ name, text: '' })))

const optionsOf = (program: Command, command: Command): Candidate[] =>
  [...command.options, ...program.options].flatMap(({ long, description, hidden }) =>
    long && !hidden ? [{ name: long, text: firstLine(description) }] : [],
  )
