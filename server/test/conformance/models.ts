/** Endpoints that both versions serve, without the base of their family. */
const ACCOUNTS = [
  'POST /account-access-consents',
  'GET /account-access-consents/{ConsentId}',
  'DELETE /account-access-consents/{ConsentId}',
  'GET /accounts',
  'GET /accounts/{AccountId}',
  'GET /accounts/{AccountId}/balances',
  'GET /accounts/{AccountId}/beneficiaries',
  'GET /accounts/{AccountId}/statements',
  'GET /accounts/{AccountId}/statements/{StatementId}',
  'GET /accounts/{AccountId}/statements/{StatementId}/file',
  'GET /accounts/{AccountId}/statements/{StatementId}/transactions',
  'GET /accounts/{AccountId}/transactions',
  'GET /balances',
  'GET /beneficiaries',
  'GET /statements',
  'GET /transactions',
]
const PAYMENTS = ['domestic', 'international'].flatMap((kind) => [
  `POST /${kind}-payment-consents`,
  `GET /${kind}-payment-consents/{ConsentId}`,
  `GET /${kind}-payment-consents/{ConsentId}/funds-confirmation`,
  `POST /${kind}-payments`,
  `GET /${kind}-payments/{${kind === 'domestic' ? 'Domestic' : 'International'}PaymentId}`,
])

const FAMILIES = [
  {
    family: 'accounts',
    base: 'aisp',
    name: 'Account and Transaction API Specification',
    profile: 'account-and-transaction-api-profile',
    schema: 'account-info-openapi',
    manifest: 'accounts_transactions',
    endpoints: ACCOUNTS,
  },
  {
    family: 'payments',
    base: 'pisp',
    name: 'Payment Initiation API',
    profile: 'payment-initiation-api-profile',
    schema: 'payment-initiation-openapi',
    manifest: 'payment',
    endpoints: PAYMENTS,
  },
] as const

/** Releases of the standard, and the folders of their pages: the tool accepts only these. */
const RELEASES = {
  '3.1': { release: 'v3.1.11', pages: 'v3.1.11' },
  '4.0': { release: 'v4.0.0', pages: 'v4.0' },
} as const
export type Version = keyof typeof RELEASES
export type Family = 'accounts' | 'payments'

/**
 * Builds the discovery model that the functional tool reads: the endpoints, and where they are.
 *
 * @param families the tool mixes up the tokens of two families in half of its starts
 */
export function discoveryModel(version: Version, issuer: string, families: readonly Family[]) {
  const { release, pages } = RELEASES[version]
  return {
    discoveryModel: {
      name: `cambist-v${version}`,
      description: `The sandbox of Cambist, v${version} of ${families.join(' and ')}.`,
      discoveryVersion: 'v0.4.0',
      tokenAcquisition: 'psu', // its headless mode authenticates with a client secret only
      discoveryItems: FAMILIES.filter(({ family }) => families.includes(family)).map(
        ({ base, name, profile, schema, manifest, endpoints }) => ({
          apiSpecification: {
            name,
            url: `https://openbankinguk.github.io/read-write-api-site3/${pages}/profiles/${profile}.html`,
            version: release,
            schemaVersion: `https://raw.githubusercontent.com/OpenBankingUK/read-write-api-specs/${release}/dist/openapi/${schema}.json`,
            manifest: `file://manifests/ob_${version}_${manifest}_fca.json`,
          },
          openidConfigurationUri: `${issuer}/.well-known/openid-configuration`,
          resourceBaseUri: `${issuer}/open-banking/v${version}/${base}`,
          endpoints: endpoints.map((endpoint) => {
            const [method, path] = endpoint.split(' ') as [string, string]
            return { method, path }
          }),
        }),
      ),
    },
  }
}
