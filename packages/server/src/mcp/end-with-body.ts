/**
 * Calls back once when a response has been sent whole, or is not wanted any more.
 *
 * @returns the response that has to be sent instead
 */
export function endWithBody(response: Response, end: () => void): Response {
  const { body, status, headers } = response;
  if (body === null) {
    end();
    return response;
  }
  const reader: ReadableStreamDefaultReader<Uint8Array> = body.getReader();
  let isEnded = false;
  const endOnce = () => {
    if (!isEnded) end();
    isEnded = true;
  };
  const stream = new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const part = await reader.read();
        if (!part.done) return controller.enqueue(part.value);
        endOnce();
        controller.close();
      } catch (error) {
        endOnce();
        controller.error(error);
      }
    },
    async cancel(reason) {
      endOnce();
      await reader.cancel(reason);
    },
  });
  return new Response(stream, { status, headers });
}
