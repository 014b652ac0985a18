/**
 * Announces a wallet of the page itself (EIP-6963) that has no key and refuses to sign. With it, visitors without a wallet can see a connected
 * modal. This module imports nothing, because it runs before the playground's own code.
 */

const ADDRESS = '0x8ba1f109551bD432803012645Ac136ddd64DBA72'
const UNSUPPORTED_METHOD = 4200

const answers: Readonly<Record<string, unknown>> = {
  eth_requestAccounts: [ADDRESS],
  eth_accounts: [ADDRESS],
  eth_chainId: '0x1',
  wallet_revokePermissions: null,
}

const provider = {
  request: async ({ method }: { readonly method: string }): Promise<unknown> => {
    if (method in answers) return answers[method]
    throw Object.assign(new Error('The example wallet signs nothing.'), { code: UNSUPPORTED_METHOD })
  },
  on: () => provider,
  removeListener: () => provider,
}

const detail = Object.freeze({
  info: Object.freeze({
    uuid: 'a3b1c0de-4f52-4c1b-9d1e-0c6a1f0e7d11',
    name: 'Example Wallet',
    rdns: 'docs.example',
    icon: `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40"><rect width="40" height="40" rx="10" fill="#4a5cff"/><path d="M9 14h22v14H9z" fill="#fff"/><circle cx="26" cy="21" r="2.5" fill="#4a5cff"/></svg>')}`,
  }),
  provider,
})

const announce = (): void => void window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
window.addEventListener('eip6963:requestProvider', announce)
announce()
