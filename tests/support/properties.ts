import fc from 'fast-check'

// vitest.config.ts sets the seed, and the message of a failed property contains it
fc.configureGlobal({ seed: Number(process.env.WALLET_MODAL_SEED) })
