import fc from 'fast-check'

// vitest.config.ts says which seed it is
fc.configureGlobal({ seed: Number(process.env.WALLET_MODAL_SEED) })
