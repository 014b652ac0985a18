import type { EngineRouter } from '../../engines/engine.js'
import type { SolanaModules } from '../litesvm.js'
import type { SolanaChain } from '../solana-chain.js'
import type { InstructionPlan } from './instructions.js'
import { localPools, marketTable } from './local-market.js'
import { quoteRoute } from './pool-route.js'
import { swapInstructions } from './swap-instructions.js'

type Kit = SolanaModules['kit']
type Instruction = Parameters<Kit['appendTransactionMessageInstruction']>[0]

interface RunningChain {
  readonly chain: SolanaChain
  readonly kit: Kit
}

/** Router for the pools of the local market. `running` returns the chain, and starts it if necessary. */
export const createSolanaRouter = (running: () => RunningChain): EngineRouter => ({
  tokens: localPools.map(({ mint }) => mint),
  quote: async (swap) => quoteRoute(running().chain, swap),
  async build(request) {
    const { chain, kit } = running()
    const { blockhash, lastValidBlockHeight } = chain.latestBlockhash()
    const lifetime = { blockhash: kit.blockhash(blockhash), lastValidBlockHeight }
    const table = { [kit.address(marketTable.address)]: marketTable.entries.map((one) => kit.address(one)) }
    const instructions = swapInstructions(request).map((one) => toKitInstruction(kit, one))
    const message = kit.pipe(
      kit.createTransactionMessage({ version: 0 }),
      (one) => kit.setTransactionMessageFeePayer(kit.address(request.account), one),
      (one) => kit.setTransactionMessageLifetimeUsingBlockhash(lifetime, one),
      (one) => kit.appendTransactionMessageInstructions(instructions, one),
      (one) => kit.compressTransactionMessageUsingAddressLookupTables(one, table),
    )
    const transaction = new Uint8Array(kit.getTransactionEncoder().encode(kit.compileTransaction(message)))
    return { transaction, lastBlock: lastValidBlockHeight }
  },
})

/** Values of the enum `AccountRole` of `@solana/web3.js`. */
const roles = { readonly: 0, writable: 1, 'writable signer': 3 } as const

const toKitInstruction = (kit: Kit, { program, accounts, data }: InstructionPlan): Instruction => ({
  programAddress: kit.address(program),
  accounts: accounts.map(([address, role]) => ({ address: kit.address(address), role: roles[role] })),
  data,
})
