import { Name, Stack, Text } from '@wallet-modal/kernel/ui'
import type { ReactNode } from 'react'

/** What chain family, node or wallet said: it is in English mostly. */
export function Said({ children }: { readonly children: string }): ReactNode {
  return (
    <Text size="caption" tone="muted" align="center">
      <Name>{children}</Name>
    </Text>
  )
}

interface FailureTextProps {
  readonly text: string
  readonly said: string | undefined
}

/** Why something came to nothing, and what others said of it. */
export function FailureText({ text, said }: FailureTextProps): ReactNode {
  return (
    <Stack gap={1} align="center">
      <Text size="caption" tone="warning" align="center">
        {text}
      </Text>
      {said && <Said>{said}</Said>}
    </Stack>
  )
}
