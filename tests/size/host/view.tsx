import { useState } from 'react'
import { createRoot } from 'react-dom/client'

function View() {
  const [count, setCount] = useState(0)
  return (
    <button type="button" onClick={() => setCount(count + 1)}>
      {count}
    </button>
  )
}

/** Draws something of its own, with a root of its own, as a modal does. */
export function draw(): string {
  createRoot(document.body.appendChild(document.createElement('div'))).render(<View />)
  return 'drawn'
}
