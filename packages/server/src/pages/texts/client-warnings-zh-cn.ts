import type { ClientWarningTexts } from "./client-warnings-en.ts";

/** What the consent page says of such clients, in simplified Chinese. */
export const clientWarningsZhCn: ClientWarningTexts = {
  describedAt: (host) => ["该应用在 ", host, " 描述自己。其名称没有经过任何人核实，请根据这个地址判断。"],
  documentHost: "该应用描述自己的地址位于",
  registeredItself: "该应用是自行注册的。其名称没有经过任何人核实：只有当您刚刚亲自启动了它时，才应允许。",
  goesElsewhere: (next, own) => ["之后浏览器会前往 ", next, "，与 ", own, " 不是同一个主机。"],
  onOwnMachine:
    "结果会发送给您自己设备上的程序，而设备上的任何程序都可能发出这样的请求。只有当您刚刚启动了这个程序时，才应允许。",
};
