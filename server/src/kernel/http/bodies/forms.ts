import type { FastifyRequest } from 'fastify'
import { refusals } from '../../values/refusals.ts'
import type { App } from '../http.ts'
import { isStorable } from '../storable-text.ts'
import { refusalOfEncoding, textOf } from './encodings.ts'

export const FORM = 'application/x-www-form-urlencoded'

const refuseForm = refusals({
  form_invalid: { status: 400, standsAlone: true, message: 'The form cannot be read: {reason}.' },
})

const MOST_FIELDS = 1000

/** Makes a scope accept forms only. Its handlers get the text of the form, whose fields are safe to decode and store. */
export function readForms(scope: App, bodyLimit: number): void {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser(FORM, { parseAs: 'buffer', bodyLimit }, (request: FastifyRequest, body: Buffer, done) => {
    let text: string
    try {
      const refusal = refusalOfEncoding(request)
      if (refusal) return done(refusal)
      text = textOf(body)
      checkForm(text)
    } catch (error) {
      return done(error as Error)
    }
    done(null, text)
  })
}

/**
 * Checks the text of a form.
 *
 * @throws form_invalid for too many fields, bytes that are not UTF-8 and unsupported characters
 */
function checkForm(text: string): void {
  const fields = text.split('&', MOST_FIELDS + 1)
  if (fields.length > MOST_FIELDS) throw refuseForm.form_invalid({ reason: `it has more than ${MOST_FIELDS} fields` })
  for (const field of fields) {
    const decoded = decode(field)
    if (decoded === undefined) throw refuseForm.form_invalid({ reason: 'its percent-encoding is not valid UTF-8' })
    if (!isStorable(decoded))
      throw refuseForm.form_invalid({
        reason: 'it contains control characters, direction marks or unpaired surrogates',
      })
  }
}

function decode(field: string): string | undefined {
  try {
    return decodeURIComponent(field.replaceAll('+', ' '))
  } catch {
    return undefined
  }
}
