/** Maximum fee for each operation, in stroops. The network charges less if it is not busy, usually its base fee of 100. */
export const MAX_FEE = 10_000n
