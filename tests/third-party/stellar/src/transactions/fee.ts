/** The most that is paid for an operation, in stroops. The network takes what its ledgers ask for, which is mostly 100. */
export const MAX_FEE = 10_000n
