/** Runs a task for each input, one after the other. Stops at the first task that fails, and rejects with its error. */
export async function inSequence<In, Out>(
  inputs: readonly In[],
  run: (input: In) => Promise<Out>,
): Promise<readonly Out[]> {
  const outputs: Out[] = []
  for (const input of inputs) outputs.push(await run(input))
  return outputs
}
