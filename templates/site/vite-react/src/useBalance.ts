import { displayAmount } from '@wallet-modal/kernel'
import { useAccount, useNetwork, useProvider } from '@wallet-modal/kernel/react'
import { useEffect, useState } from 'react'
import type { EIP1193Provider } from 'viem'
import { modal } from './wallet-modal.config'

export type Balance = { status: 'loading' } | { status: 'unknown' } | { status: 'ready'; text: string }

/** The native balance of the connected account, asked again when the account or the network changes and when the page is looked at again. */
export function useBalance(): Balance {
  const provider = useProvider<EIP1193Provider>(modal, 'eip155')
  const { address } = useAccount(modal)
  const { network } = useNetwork(modal)
  const [balance, setBalance] = useState<Balance>({ status: 'loading' })

  useEffect(() => {
    setBalance({ status: 'loading' })
    if (!provider || !address || !network) return setBalance({ status: 'unknown' })
    let current = true
    const { decimals, symbol } = network.nativeCurrency
    const load = () =>
      provider.request({ method: 'eth_getBalance', params: [toHex(address), 'latest'] }).then(
        (base) => current && setBalance({ status: 'ready', text: `${displayAmount(BigInt(base), decimals, 5)} ${symbol}` }),
        () => current && setBalance({ status: 'unknown' }),
      )
    void load()
    const onFocus = () => void load()
    window.addEventListener('focus', onFocus)
    return () => {
      current = false
      window.removeEventListener('focus', onFocus)
    }
  }, [provider, address, network])

  return balance
}

const toHex = (address: string): `0x${string}` => `0x${address.replace(/^0x/, '')}`
