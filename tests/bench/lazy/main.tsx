import { useState } from 'react'
import { createRoot } from 'react-dom/client'

type EmptyDialog = typeof import('./empty-dialog.js').EmptyDialog

/** Baseline whose dialog is in a separate chunk, which the click loads: the minimum cost of any dialog that is not prefetched. */
function Page() {
  const [address, setAddress] = useState('')
  const [Dialog, setDialog] = useState<EmptyDialog>()
  const open = async (): Promise<void> => {
    const { EmptyDialog } = await import('./empty-dialog.js')
    setDialog(() => EmptyDialog)
  }
  return (
    <>
      <button type="button" id="open" onClick={() => void open()}>
        Connect wallet
      </button>
      <output id="address">{address}</output>
      {Dialog && <Dialog open={address === ''} onConnected={setAddress} />}
    </>
  )
}

createRoot(document.body.appendChild(document.createElement('div'))).render(<Page />)
