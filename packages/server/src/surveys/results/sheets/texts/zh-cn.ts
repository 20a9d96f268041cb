import type { SheetsTexts } from "./en.ts";

/** Every text about sheets that refresh themselves, in Simplified Chinese. */
export const sheetsZhCn: SheetsTexts = {
  title: "自动更新的表格",
  lead: "电子表格和统计软件可以通过一个地址以 CSV 读取全部答卷，内容以读取时为准。拿到地址的人就能拿到答卷：请勿转给他人，不再需要时请撤回。",
  caption: "表格地址",
  sheet: "表格",
  named: (id) => `表格 ${id}`,
  values: "选择题",
  texts: "选项文字",
  codes: "编号",
  made: "创建时间",
  maker: "创建者",
  action: "操作",
  withdraw: "撤回",
  withdrawn: "表格已撤回，其地址不再提供任何内容。",
  open: "表格地址",
  make: "创建地址",
  madeTitle: "表格已创建",
  once: "该地址只显示这一次：平台只保存它的哈希值。请现在复制。",
  address: "表格地址",
  how: {
    excel: "Excel：数据，自网站",
    google: "Google 表格，在单元格中输入",
    r: "R",
    python: "Python",
  },
  all: "全部表格",
  back: "返回导出页面",
  many: (most) => `每份问卷最多 ${most} 个表格，请先撤回一个。`,
};
