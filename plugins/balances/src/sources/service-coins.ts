/** The coin's address in requests to the Blockchain API, on EVM chains and elsewhere. */
export const COIN = '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'

/** Solana's coin as the Blockchain API writes it. */
export const SOLANA_COIN = 'So11111111111111111111111111111111111111111'
