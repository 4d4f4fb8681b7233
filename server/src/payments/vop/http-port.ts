import { type BankQuestion, type Question, type SchemeAnswer, schemeFor, type VerificationPort } from './port.ts'

interface HttpSchemeOptions {
  /** Takes the question as JSON by POST. */
  url: string
  /** Bearer token of the provider. */
  token?: string
}

/**
 * The schemes over HTTP, through the provider or gateway by which the operator takes part in them. It is sent
 * `{ requestId, scheme, iban | sortCode + accountNumber, name | identification, partyType }` and answers `{ code, name }`, the
 * code in the words of the scheme (docs/guides/verification-and-screening.md). Any other answer is none.
 */
export const httpSchemes = ({ url, token }: HttpSchemeOptions): VerificationPort => ({
  async ask(question, signal) {
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json',
        'idempotency-key': question.requestId,
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify(asked(question)),
      redirect: 'error',
      signal,
    })
    if (!response.ok) throw new Error(`the verification provider answered ${response.status}`)
    return answered(question, (await response.json()) as { code?: unknown; name?: unknown })
  },
})

function asked({ requestId, accountKey, name, identification, partyType, country }: BankQuestion) {
  const [, sortCode, accountNumber] = /^UK:(\d+):(\d+)$/.exec(accountKey) ?? []
  const account = sortCode ? { sortCode, accountNumber } : { iban: accountKey }
  return { requestId, scheme: schemeFor({ accountKey }), ...account, country, name, identification, partyType }
}

function answered(question: Question, { code, name }: { code?: unknown; name?: unknown }): SchemeAnswer {
  if (typeof code !== 'string') throw new Error('the verification provider answered without a code')
  const isName = typeof name === 'string' && /^[^\p{Control}\p{Surrogate}]{1,140}$/u.test(name)
  return { scheme: schemeFor(question), code, ...(isName ? { name } : {}) }
}
