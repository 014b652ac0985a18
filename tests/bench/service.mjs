/** Number of items in each list. */
export const WALLETS = 5000
export const TOKENS = 5000
export const ENTRIES = 10_000
/** Entries of activity per page. */
const PAGE = 500
/** Account of the wallet in the measured pages. */
const account = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266'
const stranger = `0x${'1f'.repeat(20)}`

/** A page of the catalogue. @param {URL} url */
export function wallets(url) {
  const [page, entries] = [Number(url.searchParams.get('page')), Number(url.searchParams.get('entries'))]
  const data = Array.from({ length: entries }, (_, at) => (page - 1) * entries + at)
    .filter((at) => at < WALLETS)
    .map((at) => ({ id: `w${at}`, name: `Wallet ${at}`, homepage: 'https://example.org' }))
  return { data, count: WALLETS }
}

/** Balances of the account. The native coin is included, so that the page does not request it from the chain. */
export const balances = () => ({
  balances: [
    {
      name: 'Ether',
      symbol: 'ETH',
      chainId: 'eip155:1',
      price: 2000,
      quantity: { decimals: '18', numeric: '2' },
    },
    ...Array.from({ length: TOKENS }, (_, at) => ({
      name: `Token ${at}`,
      symbol: `T${at}`,
      chainId: 'eip155:1',
      address: `eip155:1:0x${(at + 1).toString(16).padStart(40, '0')}`,
      price: 1,
      quantity: { decimals: '18', numeric: String(9000 - at) },
    })),
  ],
})

/** A page of activity: three entries a day, newest first. @param {URL} url */
export function activity(url) {
  const from = Number(url.searchParams.get('cursor') ?? 0)
  const data = Array.from({ length: Math.min(PAGE, ENTRIES - from) }, (_, index) => {
    const at = from + index
    const isOut = at % 2 === 1
    return {
      id: `e${at}`,
      metadata: {
        operationType: isOut ? 'send' : 'receive',
        hash: `0x${at.toString(16).padStart(64, '0')}`,
        chain: 'eip155:1',
        minedAt: new Date(Date.UTC(2026, 10, 20) - at * 28_800_000).toISOString(),
        sentFrom: isOut ? account : stranger,
        sentTo: isOut ? stranger : account,
        status: 'confirmed',
        nonce: at,
      },
      transfers: [
        {
          fungible_info: { name: 'Ether', symbol: 'ETH' },
          direction: isOut ? 'out' : 'in',
          quantity: { numeric: `${at + 1}.25` },
          price: 2000,
        },
      ],
    }
  })
  return { data, next: from + PAGE < ENTRIES ? String(from + PAGE) : null }
}

/** Reply with the tokens that can be swapped. */
const swapTokens = () => ({
  tokens: Array.from({ length: TOKENS }, (_, at) => ({
    address: `eip155:1:0x${(at + 1).toString(16).padStart(40, '0')}`,
    name: `Token ${at}`,
    symbol: `T${at}`,
    decimals: 18,
  })),
})

/** Quote for twice the paid amount. @param {URL} url */
const quote = (url) => {
  const [from, to, amount] = ['from', 'to', 'amount'].map((name) => url.searchParams.get(name) ?? '')
  const received = String(BigInt(amount ?? '0') * 2n)
  return { quotes: [{ id: null, fromAmount: amount, fromAccount: from, toAmount: received, toAccount: to }] }
}

/** @type {Readonly<Record<string, (url: URL) => object>>} */
export const replies = {
  '**/getWallets*': wallets,
  '**/v1/supported-chains*': () => ({ http: ['eip155:1'], ws: [] }),
  '**/v1/account/*/balance*': balances,
  '**/v1/account/*/history*': activity,
  '**/v1/convert/tokens*': swapTokens,
  '**/v1/convert/quotes*': quote,
  '**/v1/convert/gas-price*': () => ({ standard: '1000000000', fast: '1250000000', instant: '1500000000' }),
}
