import { readFileSync } from 'node:fs'
import { type Command, Option } from 'commander'
import { setBeneficiaryPolicy, setBlocked } from '../../beneficiaries/index.ts'
import { extendedByRules, readCalendars } from '../../fx/calendar/index.ts'
import { dayOf } from '../../kernel/values/days.ts'
import { reviewCase } from '../../compliance/compliance.ts'
import { changesOf, recordAudit } from '../../events/index.ts'
import { formatId } from '../../kernel/values/ids.ts'
import {
  type CaseRow,
  decodeList,
  findLists,
  type Hit,
  type ListRow,
  loadList,
  openCases,
} from '../../screening/index.ts'
import { screening } from './inbound.ts'
import { profileOf } from './clients/entities.ts'
import { idOf, reviewerOf, type Run, shownReviewer } from './run.ts'

/** Registers the commands for sanctions lists, screening cases and payee policies. */
export function complianceCommands(operator: Command, run: Run): void {
  listCommands(operator, run)
  caseCommands(operator, run)
  payeeCommands(operator, run)
}

function listCommands(operator: Command, run: Run): void {
  operator
    .command('load-screening-list')
    .description('load a sanctions list, which replaces the loaded one of its name: OFAC, UK or EU, CSV or XML')
    .requiredOption('--list <name>', 'your name for it, such as OFAC_SDN, UK or EU')
    .requiredOption('--file <path>', 'file as published by the authority')
    .option('--alias-file <path>', "OFAC's ALT.CSV beside its SDN.CSV")
    .option('--force', 'load it even if it has less than half of the entries or aliases of the loaded one')
    .addHelpText(
      'after',
      '\nExample:\n  npm run operator -- load-screening-list --list OFAC_SDN --file sdn.csv --alias-file alt.csv',
    )
    .action((options: { list: string; file: string; aliasFile?: string; force?: boolean }) =>
      run(async (tx, act) => {
        const file = {
          list: options.list,
          text: decodeList(readFileSync(options.file)),
          force: options.force ?? false,
          ...(options.aliasFile ? { aliases: decodeList(readFileSync(options.aliasFile)) } : {}),
        }
        return presentList(await loadList(tx, file, act))
      }),
    )

  operator
    .command('screening-lists')
    .description('list the sanctions lists that are loaded, and their age')
    .action(() => run(async (tx) => (await findLists(tx)).map(presentList)))
}

const presentList = ({ loadedAt, ...row }: ListRow) => ({ ...row, loadedAt: loadedAt.toISOString() })

function caseCommands(operator: Command, run: Run): void {
  operator
    .command('screening-cases')
    .description('list open screening cases, oldest first')
    .action(() => run(async (tx) => (await openCases(tx)).map(presentCase)))

  operator
    .command('review-screening-case')
    .description('decide a screening case: release or reject its entity, payment, payee or funds')
    .requiredOption('--entity <id>')
    .requiredOption('--case <id>')
    .addOption(new Option('--decision <decision>').choices(['release', 'reject']).makeOptionMandatory())
    .requiredOption('--reviewer <reviewer>', 'reviewer: a name, an e-mail address or an API client id; never the maker')
    .requiredOption('--reason <text>', 'why, for the audit')
    .action(
      (options: { entity: string; case: string; decision: keyof typeof DECISIONS; reviewer: string; reason: string }) =>
        run(async (tx, act) => {
          const review = {
            entityId: idOf('ent', options.entity),
            caseId: idOf('scr', options.case),
            decision: DECISIONS[options.decision],
            reviewer: reviewerOf(options.reviewer),
            reason: options.reason,
            ...act,
          }
          return presentCase(
            await reviewCase(tx, review, {
              calendars: extendedByRules(await readCalendars(tx), () => dayOf(act.wall)),
              screening: screening(),
            }),
          )
        }),
    )
}

const DECISIONS = { release: 'Released', reject: 'Rejected' } as const
const PREFIX = { beneficiary: 'ben', payment: 'pay', inboundPayment: 'inp', entity: 'ent' } as const

const presentCase = (row: CaseRow) => ({
  caseId: formatId('scr', row.caseId),
  entityId: formatId('ent', row.entityId),
  about: formatId(PREFIX[row.resourceType], row.resourceId),
  stage: row.stage,
  status: row.status,
  openedAt: row.openedAt.toISOString(),
  hits: row.hits.map(sentenceOf),
  decidedBy: shownReviewer(row.decidedBy),
  reason: row.reason,
})

const sentenceOf = ({ role, screened, list, entryId, listedName, programs, score }: Hit): string =>
  `${role} "${screened}" is ${score} like "${listedName}" (${list} ${entryId}${programs ? `, ${programs}` : ''})`

function payeeCommands(operator: Command, run: Run): void {
  operator
    .command('set-beneficiary-policy')
    .description('set the cooling-off and approval rules for new or changed payees of an entity')
    .requiredOption('--entity <id>')
    .option('--approval', 'another client of the entity must approve them')
    .option('--cooling-off-hours <hours>', 'hours until a new or changed payee can be paid', '0')
    .action((options: { entity: string; approval?: boolean; coolingOffHours: string }) =>
      run(async (tx, act) => {
        const { entity } = await profileOf(tx, options.entity)
        const coolingOffHours = Number(options.coolingOffHours)
        const policy = { needsApproval: options.approval ?? false, coolingOffHours }
        const before = await setBeneficiaryPolicy(tx, entity.entityId, policy, act)
        await recordAudit(tx, act, {
          entityId: entity.entityId,
          action: 'beneficiaryPolicy.set',
          resourceType: 'entity',
          resourceId: entity.entityId,
          detail: { ...changesOf({ ...before }, policy) },
        })
        return { entityId: options.entity, ...policy }
      }),
    )

  for (const [name, isBlocked, what] of [
    ['block-beneficiary', true, 'reject all payments to a payee'],
    ['unblock-beneficiary', false, 'unblock a payee, so that it can be paid'],
  ] as const) {
    operator
      .command(name)
      .description(what)
      .requiredOption('--entity <id>')
      .requiredOption('--beneficiary <id>')
      .action((options: { entity: string; beneficiary: string }) =>
        run(async (tx, act) => {
          const ids = { entityId: idOf('ent', options.entity), beneficiaryId: idOf('ben', options.beneficiary) }
          const { status } = await setBlocked(tx, ids, isBlocked, act)
          return { beneficiaryId: options.beneficiary, status }
        }),
      )
  }
}
