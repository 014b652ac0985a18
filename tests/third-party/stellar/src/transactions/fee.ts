/** Maximum fee of an operation, in stroops. The network charges the current fee of its ledgers, usually 100. */
export const MAX_FEE = 10_000n
