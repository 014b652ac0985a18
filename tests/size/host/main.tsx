import { useState } from 'react'
import { createRoot } from 'react-dom/client'

/** The same page without us. Like the one with us, and like most sites, it loads a view when it is asked for. */
function Page() {
  const [view, setView] = useState('')
  return (
    <button type="button" onClick={async () => setView((await import('./view.js')).draw())}>
      Connect wallet {view}
    </button>
  )
}

createRoot(document.body.appendChild(document.createElement('div'))).render(<Page />)
