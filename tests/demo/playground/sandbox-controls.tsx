import { useState } from 'react'

export interface SandboxControlsProps {
  readonly url: string
  readonly address: string | null
  readonly caipNetworkId: string | null
}

/** Button that posts `body` to `path` below `/sandbox`. */
interface Control {
  readonly label: string
  readonly hint: string
  readonly path: string
  readonly body: object
}

const faults: readonly Control[] = [
  { label: 'Slow chains', hint: 'Every JSON-RPC answer takes 3 s', path: 'faults', body: { on: 'rpc', delayMs: 3000 } },
  { label: 'Chains down', hint: 'JSON-RPC answers 503', path: 'faults', body: { on: 'rpc', status: 503 } },
  {
    label: 'Services down',
    hint: 'Catalogue, balances and activity answer 503',
    path: 'faults',
    body: { on: 'api', status: 503 },
  },
  {
    label: 'Lose a reply',
    hint: 'The next transaction is sent, but its reply is lost',
    path: 'faults',
    body: { on: 'rpc', method: 'eth_sendRawTransaction', drop: 'reply', times: 1 },
  },
]

/** 10,000 coins (on Bitcoin 100), in base units of the family's native currency. */
const faucetBase: Readonly<Record<string, string>> = {
  eip155: `${10_000n * 10n ** 18n}`,
  solana: `${10_000n * 10n ** 9n}`,
  polkadot: `${10_000n * 10n ** 12n}`,
  bip122: `${100n * 10n ** 8n}`,
}

/** Buttons for the local chains and services, with the reply of the sandbox. */
export function SandboxControls({ url, address, caipNetworkId }: SandboxControlsProps) {
  const [answer, setAnswer] = useState('')
  const [isHeld, setHeld] = useState(false)
  const post = async ({ label, path, body }: Omit<Control, 'hint'>): Promise<boolean> => {
    setAnswer(`${label} …`)
    try {
      const response = await fetch(`${url}/sandbox/${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
      setAnswer(response.ok ? `${label}: done` : `${label}: ${await reasonOf(response)}`)
      return response.ok
    } catch {
      setAnswer(`${label}: the sandbox at ${url} does not answer`)
      return false
    }
  }
  const amount = faucetBase[caipNetworkId?.split(':')[0] ?? '']
  const chainId = caipNetworkId ?? ''
  return (
    <div className="controls">
      <p>
        This page uses local chains and services. Nothing here is worth money. Mails, such as login codes, arrive in the{' '}
        <a href={`${url}/inbox`} target="_blank" rel="noreferrer">
          inbox
        </a>
        .
      </p>
      <button
        type="button"
        disabled={address === null || amount === undefined}
        onClick={() => void post({ label: 'Faucet', path: 'fund', body: { address, chainId, amount } })}
      >
        <strong>Faucet</strong>
        <span className="hint">
          {address === null
            ? 'Connect first'
            : 'Set the balance of the connected account to 10,000 coins (Bitcoin: 100)'}
        </span>
      </button>
      <button
        type="button"
        aria-pressed={isHeld}
        disabled={caipNetworkId === null}
        onClick={() =>
          void post({
            label: isHeld ? 'Release blocks' : 'Hold blocks',
            path: 'blocks',
            body: { chainId, hold: !isHeld },
          }).then((done) => done && setHeld(!isHeld))
        }
      >
        <strong>{isHeld ? 'Release blocks' : 'Hold blocks'}</strong>
        <span className="hint">Transactions stay pending until you release the blocks</span>
      </button>
      {faults.map((fault) => (
        <button key={fault.label} type="button" onClick={() => void post(fault)}>
          <strong>{fault.label}</strong>
          <span className="hint">{fault.hint}</span>
        </button>
      ))}
      <button type="button" onClick={() => void post({ label: 'Heal', path: 'heal', body: {} })}>
        <strong>Heal</strong>
        <span className="hint">Removes all faults</span>
      </button>
      <button
        type="button"
        onClick={() => void post({ label: 'Reset', path: 'reset', body: {} }).then((done) => done && setHeld(false))}
      >
        <strong>Reset</strong>
        <span className="hint">All chains start again at their first block</span>
      </button>
      <p role="status" className="answer">
        {answer}
      </p>
    </div>
  )
}

/** The message of the sandbox's error body, or the HTTP status. */
async function reasonOf(response: Response): Promise<string> {
  const body: unknown = await response.json().catch(() => undefined)
  const error = typeof body === 'object' && body !== null && 'error' in body ? body.error : undefined
  const message = typeof error === 'object' && error !== null && 'message' in error ? error.message : undefined
  return typeof message === 'string' ? message : `HTTP ${response.status}`
}
