import type { ClientTexts } from "./clients-en.ts";

/** Texts about clients that describe themselves. */
export const clientsZhCn: ClientTexts = {
  lead: "没有人在这里注册的程序：它们在自己的地址上描述自己，或者自行注册。从第一次被授权起列在这里。",
  search: "按名称、appid 或主机搜索",
  empty: "还没有这样的客户端",
  emptyText: "用户授权 AI 智能体等程序后，它们会出现在这里。",
  hosts: "主机",
  onDevice: "仅用户自己的设备",
  selfMade: "自行描述",
  origin: "来源",
  origins: { document: "元数据文档", registered: "自行注册" },
  hostsTitle: "已禁用的主机",
  hostsLead: "描述地址或回调地址位于这些主机或其下级主机的客户端会被拒绝。",
  noHosts: "没有禁用任何主机。",
  host: "主机",
  since: "禁用时间",
  action: "操作",
  enableHost: "启用",
  enable: (host) => `启用 ${host}`,
  hostHint: "例如 agent.example。其下级主机也会一并禁用。",
  hostMalformed: "请输入主机名，例如 agent.example，不带 https:// 和路径。",
  disableHost: "禁用此主机",
  disable: (host) => `禁用 ${host}`,
  frozen: (count) => `${count} 个客户端将被冻结：其授权和令牌立即失效。`,
  disableText: "此主机及其下级主机的其他客户端也无法再请求授权。",
  enableText: "此主机的客户端可以重新请求授权。已冻结的客户端保持冻结，需要逐个解冻。",
};
