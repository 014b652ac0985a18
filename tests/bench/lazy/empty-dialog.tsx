import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react'

interface Provider {
  request(request: { readonly method: string }): Promise<readonly string[]>
}

interface EmptyDialogProps {
  readonly open: boolean
  readonly onConnected: (address: string) => void
}

/** Dialog of the page `lazy`, in a separate chunk. If it is mounted with `open`, it opens in the same React commit. */
export function EmptyDialog({ open, onConnected }: EmptyDialogProps): ReactNode {
  const dialog = useRef<HTMLDialogElement>(null)
  const provider = useRef<Provider>(null)

  useEffect(() => {
    const onAnnounce = (event: Event): void => {
      if (event instanceof CustomEvent) provider.current = event.detail.provider
    }
    addEventListener('eip6963:announceProvider', onAnnounce)
    dispatchEvent(new Event('eip6963:requestProvider'))
    return () => removeEventListener('eip6963:announceProvider', onAnnounce)
  }, [])
  useLayoutEffect(() => {
    if (open) dialog.current?.showModal()
    else dialog.current?.close()
  }, [open])
  const connect = async (): Promise<void> => {
    const [first] = (await provider.current?.request({ method: 'eth_requestAccounts' })) ?? []
    onConnected(first ?? '')
  }
  return (
    <dialog ref={dialog} aria-label="Connect Wallet">
      {open && (
        <button type="button" id="wallet" onClick={() => void connect()}>
          Zephyr
        </button>
      )}
    </dialog>
  )
}
