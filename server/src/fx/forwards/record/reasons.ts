/**
 * Permitted reasons for a forward. A reason is required because a forward without an identifiable commercial purpose
 * would be an investment product; it is stored with the trade.
 */
export const FORWARD_REASONS = {
  Goods: 'Purchase or sale of goods',
  Services: 'Purchase or sale of services',
  IntergroupPayments: 'Payments between companies of a group',
  DividendsShareClasses: 'Dividends, and payments of share classes',
  AssetHedging: 'Hedging of assets held in a foreign currency',
  DebtHedging: 'Hedging of debt in a foreign currency',
  Commodities: 'Purchase or sale of commodities',
  Capex: 'Capital expenditure',
  Investment: 'Investment',
  DirectInvestment: 'Direct investment in a company',
  InjectingCapitalIntoSubsidiary: 'Injecting capital into a subsidiary',
  Divestment: 'Divestment',
  Exits: 'Exits from investments',
  InfrastructureHedging: 'Hedging of infrastructure projects',
  ManagementFees: 'Management fees',
  Payroll: 'Salaries and pensions',
  Property: 'Purchase or sale of property',
  Taxes: 'Taxes and duties',
} as const
type ForwardReason = keyof typeof FORWARD_REASONS
export const REASON_CODES = Object.keys(FORWARD_REASONS) as [ForwardReason, ...ForwardReason[]]
