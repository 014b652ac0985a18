import type { ReactNode } from 'react'
import { Name } from '../content/name.js'
import { Text } from '../content/text.js'
import { Stack } from '../layout/stack.js'

export interface FailureTextProps {
  /** Text in the visitor's language. */
  readonly text: string
  /** Message of the chain family, node or wallet, mostly in English. */
  readonly message?: string | undefined
}

/** Failure text, followed by the original message. */
export function FailureText({ text, message }: FailureTextProps): ReactNode {
  return (
    <Stack gap={1} align="center">
      <Text size="caption" tone="warning" align="center">
        {text}
      </Text>
      {message && (
        <Text size="caption" tone="muted" align="center">
          <Name>{message}</Name>
        </Text>
      )}
    </Stack>
  )
}
