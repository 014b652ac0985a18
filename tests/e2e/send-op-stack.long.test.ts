import { type Address, encodeDeployData, parseAbi, parseEther, serializeTransaction } from 'viem'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { describe, expect, it } from 'vitest'
import { contractBytecode } from '../../plugins/sandbox/src/server/evm/contracts/contract-bytecode.js'
import { dialog, row } from './support/modal.js'
import {
  amountField,
  asked,
  chainAt,
  createSendStage,
  fact,
  fundedKey,
  openSendWith,
  receiverField,
  review,
  sendButton,
} from './support/send-page.js'

const stage = createSendStage()
const chain = () => chainAt(stage.sandboxUrl)
const stranger = (): Address => privateKeyToAddress(generatePrivateKey())
const balanceOf = (address: Address): Promise<bigint> => chain().getBalance({ address })

const ORACLE = '0x420000000000000000000000000000000000000F'
const abi = parseAbi(['function getL1Fee(bytes) view returns (uint256)', 'constructor()'])

/** Installs the OP Stack's gas price oracle on the sandbox's chain. */
async function installOracle(): Promise<void> {
  const client = chain()
  const { address: account } = await fundedKey(stage.sandboxUrl, parseEther('1'))
  await client.impersonateAccount({ address: account })
  const data = encodeDeployData({ abi, bytecode: contractBytecode.GasPriceOracle })
  const hash = await client.sendTransaction({ account, data })
  const { contractAddress } = await client.waitForTransactionReceipt({ hash })
  const bytecode = await client.getCode({ address: contractAddress ?? ORACLE })
  await client.setCode({ address: ORACLE, bytecode: bytecode ?? '0x' })
}

describe('a chain of the OP Stack', () => {
  it('includes the L1 data fee in the shown fee, in Max, and in the required balance', async () => {
    await installOracle()
    try {
      const { page, zephyr, from } = await openSendWith(stage, { ether: '2' })
      const to = stranger()
      await amountField(page).fill('1.9')
      await receiverField(page).fill(to)
      await row(page, 'Insufficient Funds').waitFor()
      await review(page, { amount: 'max', to })
      const shown = await fact(page, 'Network fee, at most')
      await sendButton(page).click()
      await dialog(page).getByText('Transaction started').waitFor()
      expect(asked(zephyr, 'eth_sendTransaction')).toBe(1)
      const [transaction] = (await chain().getBlock({ includeTransactions: true })).transactions
      if (!transaction) throw new Error('There is no transaction.')
      const { gas, maxFeePerGas = 0n, maxPriorityFeePerGas = 0n, nonce, value } = transaction
      const unsigned = serializeTransaction({
        ...{ type: 'eip1559', chainId: 31337, nonce, gas, maxFeePerGas, maxPriorityFeePerGas, to, value },
      })
      const l1Fee = await chain().readContract({ abi, address: ORACLE, functionName: 'getL1Fee', args: [unsigned] })
      const keptBack = parseEther('2') - (await balanceOf(to)) - gas * maxFeePerGas
      expect(keptBack).toBeGreaterThanOrEqual(l1Fee)
      expect(keptBack).toBeLessThan(l1Fee * 3n)
      expect(parseEther(shown.replace(' ETH', ''))).toBeGreaterThanOrEqual(keptBack)
      expect(await balanceOf(from)).toBeGreaterThan(l1Fee)
    } finally {
      await chain().setCode({ address: ORACLE, bytecode: '0x' })
    }
  })
})
