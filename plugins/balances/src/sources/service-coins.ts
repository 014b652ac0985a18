/** Address of the native coin in requests to the Blockchain API, on EVM chains and elsewhere. */
export const COIN = '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'

/** Address of Solana's coin in the Blockchain API. */
export const SOLANA_COIN = 'So11111111111111111111111111111111111111111'
