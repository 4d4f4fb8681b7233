import type { Chance } from '../../crash/chance.ts'
import { type Finding, finding } from '../findings.ts'
import type { Books } from '../model/books.ts'
import { compareChain, compareStatement } from '../model/statements.ts'
import { pages } from '../read/reader.ts'
import type { Account, Statement } from '../read/resources.ts'
import type { Caller } from '../http.ts'
import type { Party, World } from '../world.ts'

/** Accounts whose interim statement is compared each night, of those with transactions on the day. */
const SOME = 6

/** Compares statements of the day in every format, and stored ones at the end of a month. */
export async function compareStatements(
  world: World,
  books: Books,
  chance: Chance,
  isMonthEnd: boolean,
): Promise<Finding[]> {
  const findings: Finding[] = []
  const all = world.parties.flatMap((party) => party.accounts.map((account) => ({ party, account })))
  const drawn = chance.shuffle(all).slice(0, SOME)
  for (const { party, account } of drawn) {
    const query = `/v1/statements?accountId=${account.accountId}&from=${books.day}&to=${books.day}`
    findings.push(...(await compareOne(party.maker, query, account, books)))
  }
  if (isMonthEnd)
    for (const { party, account } of all) findings.push(...(await compareStored(party, account, books, chance)))
  return findings
}

async function compareOne(
  maker: Caller,
  query: string,
  { accountId }: Account,
  books: Books,
  withPdf = false,
): Promise<Finding[]> {
  const json = await maker.get<Statement>(query)
  const separator = query.includes('?') ? '&' : '?'
  const text = async (format: string) => {
    const { status, bytes } = await maker.read(`${query}${separator}format=${format}`)
    return { status, bytes, text: bytes.toString() }
  }
  const [csv, mt940, camt053] = [await text('csv'), await text('mt940'), await text('camt053')]
  const findings: Finding[] = []
  for (const [format, { status, text: body }] of Object.entries({ csv, mt940, camt053 }))
    if (status !== 200)
      findings.push(
        finding('a statement comes in every format', `${query} ${format}`, 200, `${status} ${body.slice(0, 200)}`),
      )
  if (withPdf) {
    const { status, bytes } = await text('pdf')
    const isPdf = status === 200 && bytes.subarray(0, 5).toString() === '%PDF-'
    if (!isPdf)
      findings.push(finding('a statement comes as PDF', query, 200, `${status} ${bytes.toString().slice(0, 300)}`))
  }
  if (findings.length > 0) return findings
  const files = { json, csv: csv.text, mt940: mt940.text, camt053: camt053.text }
  return compareStatement(files, books.transactions.get(accountId) ?? [])
}

/** The stored statements of an account chain; the last of them agrees in all formats. */
async function compareStored({ maker }: Party, account: Account, books: Books, chance: Chance): Promise<Finding[]> {
  const list = `/v1/statements/stored?accountId=${account.accountId}&period=Month`
  const stored = await pages<Statement>(maker, list)
  const newest = stored[0]
  if (!newest) return []
  const findings = compareChain(stored)
  const path = `/v1/statements/${newest.statementId}`
  return [...findings, ...(await compareOne(maker, path, account, books, chance.happens(25)))]
}
