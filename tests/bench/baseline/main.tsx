import { useEffect, useRef, useState } from 'react'
import { createRoot } from 'react-dom/client'

interface Provider {
  request(request: { readonly method: string }): Promise<readonly string[]>
}

/** Baseline: React, a dialog with one row, and a direct call of the wallet. */
function Page() {
  const [open, setOpen] = useState(false)
  const [address, setAddress] = useState('')
  const dialog = useRef<HTMLDialogElement>(null)
  const provider = useRef<Provider>(null)

  useEffect(() => {
    addEventListener('eip6963:announceProvider', (event) => {
      if (event instanceof CustomEvent) provider.current = event.detail.provider
    })
    dispatchEvent(new Event('eip6963:requestProvider'))
  }, [])
  useEffect(() => {
    if (open) dialog.current?.showModal()
    else dialog.current?.close()
  }, [open])
  const connect = async (): Promise<void> => {
    const [first] = (await provider.current?.request({ method: 'eth_requestAccounts' })) ?? []
    setAddress(first ?? '')
    setOpen(false)
  }
  return (
    <>
      <button type="button" id="open" onClick={() => setOpen(true)}>
        Connect wallet
      </button>
      <output id="address">{address}</output>
      <dialog ref={dialog} aria-label="Connect Wallet">
        {open && (
          <button type="button" id="wallet" onClick={() => void connect()}>
            Zephyr
          </button>
        )}
      </dialog>
    </>
  )
}

createRoot(document.body.appendChild(document.createElement('div'))).render(<Page />)
