import { refusals } from '../kernel/refusals.ts'

export const refuse = refusals({
  text_not_printable: {
    status: 422,
    message:
      'The document cannot show "{character}" ({codePoint}), as in "{text}": its fonts have the Latin, Greek, Cyrillic and ' +
      'Japanese scripts. Ask for another format, or use a name in one of these scripts.',
  },
})
