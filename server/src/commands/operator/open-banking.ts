import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Command } from 'commander'
import { certifier } from '../../composition/open-banking.ts'
import { type Config, type OpenBankingConfig, readConfig } from '../../settings/config.ts'
import type { Tx } from '../../kernel/db/db.ts'
import { formatId } from '../../kernel/values/ids.ts'
import { createSeal, type Seal, secretsKey } from '../../kernel/values/seal.ts'
import { rotateSigningKey } from '../../open-banking/authorisation/index.ts'
import { findApproval, formatConsentId, type StoredApproval } from '../../open-banking/consents/index.ts'
import { createSandboxSoftware, sandboxAuthority, writeThirdParty } from '../../open-banking/dcr/index.ts'
import { findInitiated } from '../../open-banking/initiation/index.ts'
import { readCredentials } from '../../sim/seed/index.ts'
import { findUser, type User, verifyConfirmation } from '../../users/index.ts'
import { collect, idOf, type Run } from './run.ts'
import { UsageError } from './options/usage-error.ts'

/** Open banking: our signing keys, approvals of payments, and third parties of the sandbox. */
export function openBankingCommands(operator: Command, run: Run): void {
  approvalCommand(operator, run)
  operator
    .command('create-third-party')
    .description('create a sandbox third party in a folder: keys, certificates, software statement')
    .requiredOption('--folder <path>', 'a new or empty folder')
    .option('--name <text>', 'name shown to users', 'Example Third Party')
    .option('--organisation <text>', 'owner of the software', 'Example Organisation')
    .option(
      '--redirect-uri <url>',
      'redirect URI, may be repeated (default: https://third-party.example/callback)',
      collect,
    )
    .option('--role <role>', 'AISP or PISP, may be repeated (default: both)', collect)
    .addHelpText(
      'after',
      '\nExample:\n  npm run operator -- create-third-party --folder ./third-party --name "Ledgerly" --redirect-uri https://ledgerly.example/callback',
    )
    .action((options: ThirdPartyOptions) =>
      run(async (tx, act) => {
        const { config } = settings()
        if (!config.sandbox)
          throw new Error('Only a sandbox creates third parties. In production they come from the directory.')
        const held = await sandboxAuthority(config.dataDir, act.wall)
        const order = {
          name: options.name,
          organisation: options.organisation,
          redirectUris: options.redirectUri ?? ['https://third-party.example/callback'],
          roles: options.role ?? ['AISP', 'PISP'],
        }
        // Where it really runs, not where it would by this command's environment.
        const running = readCredentials(config.dataDir)
        const made = await createSandboxSoftware(tx, held, order, running?.baseUrl ?? config.baseUrl, act.wall)
        const folder = path.resolve(options.folder)
        const files = writeThirdParty(folder, made, held.authority.certificate, {
          ...order,
          issuer: running?.openBankingBaseUrl ?? config.openBankingBaseUrl,
          audience: settings().openBanking.organisationId,
        })
        const { softwareId, organisationId } = made
        return { folder, files, softwareId, organisationId, signingKeyId: made.kid }
      }),
    )

  operator
    .command('rotate-open-banking-key')
    .description('sign with a new key; the current one stays published for 90 days')
    .option('--certificate <file>', 'PEM of a certificate issued by the directory (default: self-made)')
    .option('--key <file>', 'PEM of its private key')
    .action((options: { certificate?: string; key?: string }) =>
      run(async (tx, act) => {
        const { config, openBanking } = settings()
        if (!options.certificate !== !options.key) throw new UsageError('--certificate and --key go together.')
        const clock = { now: () => act.at, wall: () => act.wall }
        const held = config.sandbox ? await sandboxAuthority(config.dataDir, act.wall) : undefined
        const seal = createSeal(() => secretsKey(config.dataDir, config.secretsKey))
        const given = options.certificate &&
          options.key && {
            certificate: readFileSync(options.certificate, 'utf8'),
            privateKey: readFileSync(options.key, 'utf8'),
          }
        const certify = certifier(openBanking, held, clock)
        return { keyId: await rotateSigningKey(tx, { clock, seal, certify }, given || undefined) }
      }),
    )
}

/** Evidence of a payment's approval: what the user saw, and whether the proof still matches it. */
function approvalCommand(operator: Command, run: Run): void {
  operator
    .command('show-approval')
    .description('show what a user approved for a payment, and verify the proof again')
    .option('--consent <id>', 'consent of open banking, obc_...')
    .option('--payment <id>', 'payment that a third party made, pay_...')
    .addHelpText('after', '\nExample:\n  npm run operator -- show-approval --payment pay_...')
    .action((options: { consent?: string; payment?: string }) =>
      run(async (tx) => {
        const consentId = await consentIdOf(tx, options)
        const approval = await findApproval(tx, consentId)
        if (!approval) throw new Error('No user has approved this payment.')
        const { entityId, psuId, statement, statementHash, confirmation } = approval
        const user = await findUser(tx, entityId, psuId)
        const { config } = settings()
        const seal = createSeal(() => secretsKey(config.dataDir, config.secretsKey))
        return {
          consentId: formatConsentId(consentId),
          entityId: formatId('ent', entityId),
          userId: formatId('usr', psuId),
          username: user?.username ?? null,
          method: confirmation.method,
          approvedAt: approval.approvedAt.toISOString(),
          statement: statement.split('\n'),
          statementHash: statementHash.toString('hex'),
          ...(await verifiedAgain(tx, seal, user, approval)),
        }
      }),
    )
}

async function consentIdOf(tx: Tx, { consent, payment }: { consent?: string; payment?: string }): Promise<string> {
  if ((consent === undefined) === (payment === undefined)) throw new UsageError('Give either --consent or --payment.')
  if (consent !== undefined) return idOf('obc', consent)
  const initiated = await findInitiated(tx, idOf('pay', payment!))
  if (!initiated) throw new Error('No third party made this payment.')
  return initiated.consentUuid
}

async function verifiedAgain(
  tx: Tx,
  seal: Seal,
  user: User | undefined,
  { statementHash, confirmation }: StoredApproval,
): Promise<{ isVerified: boolean; verification: string }> {
  if (confirmation.method === 'Scripted')
    return { isVerified: false, verification: 'A script approved it in the sandbox, without a second factor.' }
  if (!user) return { isVerified: false, verification: 'The user does not exist any more.' }
  const { holds, reason } = await verifyConfirmation(tx, seal, user, { statementHash, confirmation })
  return { isVerified: holds, verification: reason }
}

interface ThirdPartyOptions {
  folder: string
  name: string
  organisation: string
  redirectUri?: string[]
  role?: string[]
}

function settings(): { config: Config; openBanking: OpenBankingConfig } {
  const config = readConfig(process.env)
  const { openBanking } = config
  if (!openBanking) throw new Error('Open banking is not configured: see OPEN_BANKING_... in `npm start -- --help`.')
  return { config, openBanking }
}
