/** Address of the native coin of EVM chains in the Blockchain API. */
export const COIN = '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'

/** Address of Solana's coin in the Blockchain API. */
export const SOLANA_COIN = 'So11111111111111111111111111111111111111111'
