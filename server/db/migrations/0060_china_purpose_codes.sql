-- China's purpose codes are six letters between slashes, in the bank's message too. Payments that are still to leave were
-- stored without.
update payments set purpose_code = '/' || purpose_code || '/'
  where currency = 'CNY' and purpose_code in ('CGODDR', 'CSTRDR', 'CCTFDR', 'CCDNDR', 'COCADR')
    and status in ('PendingApproval', 'ApprovalRecalled', 'Scheduled', 'AwaitingFunds', 'Screening', 'Held');
