import fc from 'fast-check'

// vitest.config.ts prints the seed
fc.configureGlobal({ seed: Number(process.env.WALLET_MODAL_SEED) })
