import { useState } from 'react'
import { createRoot } from 'react-dom/client'

/** Baseline: the measured page without the modal. */
function Page() {
  const [count, setCount] = useState(0)
  return (
    <button type="button" onClick={() => setCount(count + 1)}>
      Connect wallet
    </button>
  )
}

createRoot(document.body.appendChild(document.createElement('div'))).render(<Page />)
