// Navigation of the documentation site: every page of docs/ is listed here once, with its short title.

/**
 * Groups of pages in the order of the sidebar; a page is its path in docs/ without `.md`.
 *
 * @type {readonly { title: string, pages: Readonly<Record<string, string>> }[]}
 */
export const GROUPS = [
  {
    title: 'Start',
    pages: {
      start: 'Start',
      'guides/first-deal': 'First deal',
      sandbox: 'Sandbox and magic values',
    },
  },
  {
    title: 'Concepts',
    pages: {
      'concepts/entities': 'Kinds of entities',
      'concepts/quotes-and-trades': 'Quotes and trades',
      'payment-life-cycle': 'Life of a payment',
      'concepts/consents': 'Consents',
      'concepts/funding-and-cut-offs': 'Funding and cut-offs',
      'concepts/approvals': 'Approvals',
      'concepts/credit-and-margin': 'Credit and margin',
      glossary: 'Glossary',
    },
  },
  {
    title: 'Deal and pay',
    pages: {
      'guides/one-forward': 'One forward',
      'guides/rate-alerts-and-orders': 'Wait for a rate',
      'guides/credit-and-margin': 'Credit, valuation, margin',
      'guides/paying-suppliers': 'Pay suppliers',
      'guides/verification-and-screening': 'Verify payees, screen names',
      'guides/receiving-money': 'Receive money',
      'guides/statements': 'Statements and confirmations',
    },
  },
  {
    title: 'Integrate',
    pages: {
      'guides/idempotency-and-errors': 'Idempotency and errors',
      'guides/several-entities': 'Several entities',
      'guides/events': 'Follow events',
      'guides/webhooks': 'Receive webhooks',
      'guides/audit': 'Audit trail',
    },
  },
  {
    title: 'Open banking',
    pages: {
      'open-banking': 'Overview for third parties',
      'guides/third-party-journey': 'A third party’s journey',
      'guides/open-banking-access': 'Access, users, keys',
      'guides/account-information': 'Account information',
      'guides/payment-initiation': 'Payment initiation',
      conformance: 'Conformance tools',
    },
  },
  {
    title: 'Reference',
    pages: {
      'api-documents': 'API documents',
      errors: 'Errors',
      events: 'Events',
      limits: 'Limits',
      versions: 'Versions',
      changelog: 'Changelog',
      'samples/README': 'Samples',
    },
  },
  {
    title: 'Operate',
    pages: {
      'guides/operating': 'Operating the service',
      'guides/your-institution': 'Your institution',
      'guides/connecting-a-bank': 'Connect a bank',
      settings: 'Settings',
      metrics: 'Metrics',
      security: 'Security',
    },
  },
  {
    title: 'Project',
    pages: {
      benchmarks: 'Benchmarks',
      testing: 'Testing',
      'decisions/README': 'Decisions',
    },
  },
]

/** Pages of the site that the sidebar leaves out: they are reached from the list of decisions. */
export const isDecision = (/** @type {string} */ page) => page.startsWith('decisions/')
