/** Returns the request of a third party for a domestic payment in euros. */
export const paymentInEuros = (amount: string, creditor: string): object => ({
  Data: {
    Initiation: {
      InstructionIdentification: 'I-1',
      EndToEndIdentification: 'E-1',
      InstructedAmount: { Amount: amount, Currency: 'EUR' },
      CreditorAccount: { SchemeName: 'UK.OBIE.IBAN', Identification: 'DE75512108001245126199', Name: creditor },
      RemittanceInformation: { Unstructured: ['Invoice 7'] },
    },
  },
  Risk: {},
})
