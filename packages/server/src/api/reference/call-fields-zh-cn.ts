/** Descriptions of parameters, fields of bodies and of unnamed data in Chinese, by the English ones in the schemas. */
export const callFieldsInChinese: Readonly<Record<string, string>> = {
  "Where the browser goes afterwards, URL-encoded: character by character one of the application's registered addresses":
    "授权后浏览器跳转的地址，经 URL 编码；须与应用登记的某个回调地址逐字符相同",
  "Fixed value: code": "固定值：code",
  "Fixed value: snsapi_user": "固定值：snsapi_user",
  "Comes back unchanged with the redirect; send a new one each time and compare":
    "跳转时原样带回；每次使用新的值，并在返回时比对",
  "PKCE (RFC 7636): the exchange must then carry the code_verifier":
    "PKCE（RFC 7636）：传了它，换取令牌时就必须带上 code_verifier",
  "Id of a survey to tick on the page, repeated for each, at most 50; the user decides, and what is not the user's is left out":
    "页面上预先勾选的问卷编号，可重复，最多 50 个；由用户决定，不属于用户的编号会被忽略",
  "Fixed value with code_challenge: S256": "与 code_challenge 同时使用的固定值：S256",
  "Application ID issued by the platform": "平台分配的应用编号",
  "Application secret": "应用密钥",
  "One of authorization_code, client_credential": "authorization_code 或 client_credential",
  "With authorization_code, which needs it: the code from the redirect":
    "grant_type 为 authorization_code 时必填：跳转时收到的授权码",
  "With authorization_code: the PKCE code verifier (RFC 7636), when the link had a challenge":
    "grant_type 为 authorization_code 时使用：授权链接带有 code_challenge 时的 PKCE 校验码（RFC 7636）",
  "The token for data calls": "调用数据接口的令牌",
  "Lifetime of access_token in seconds": "access_token 的有效期，单位为秒",
  "With authorization_code: gets new access tokens until it expires itself":
    "grant_type 为 authorization_code 时返回：在自身到期之前，用它换取新的访问令牌",
  "With authorization_code: the person's name for this application":
    "grant_type 为 authorization_code 时返回：用户在该应用中的标识",
  "The refresh_token from the code exchange": "用授权码换取的 refresh_token",
  "Fixed value: refresh_token": "固定值：refresh_token",
  "Application secret; need not be sent, but must be right when it is": "应用密钥；可以不传，传了就必须正确",
  "The new access token; the older one stays valid until its own end":
    "新的访问令牌；旧令牌在其到期之前仍然有效",
  "The cursor of the response before; absent to start with the first answer":
    "上一次返回的游标；不传则从第一份答卷开始",
  "Only what happened at this time or later, such as 2026-11-22T08:00:00+08:00":
    "只返回此时间及以后发生的变更，例如 2026-11-22T08:00:00+08:00",
  "Only what happened before this time": "只返回此时间以前发生的变更",
  "json for a page in the envelope; csv or jsonl (JSON lines) for all answers as a file, without envelope":
    "json 返回信封中的一页；csv 或 jsonl（每行一个 JSON）以文件返回全部答卷，没有信封",
  "Whether choices are the texts of their options, or numbers; default texts":
    "选择题写选项文字还是编号；默认文字",
  "What columns are called: names, which stay the same in every version; titles, as people read them; or the codes of questions, with which choices are written by their codes, too. Default names":
    "列名：names 在各版本中不变，titles 便于阅读，codes 为题目代码（选择题也写选项代码）；默认 names",
  "Only answers that were sent or changed at this time or later, such as 2026-11-22T08:00:00+08:00":
    "只返回此时间及以后提交或修改的答卷，例如 2026-11-22T08:00:00+08:00",
  "Only answers that were last sent or changed before this time": "只返回最后提交或修改早于此时间的答卷",
  "Answers looked at for a page of json; default 1000. More than 1000 counts as 1000":
    "format=json 时每页查看的答卷数；默认 1000，超过 1000 按 1000 计",
  "Changes looked at in one call; default 100. More than 1000 counts as 1000":
    "一次查看的变更数；默认 100，大于 1000 按 1000 计",
  "Access token of a user's grant or of a team": "用户授权的访问令牌，或团队的访问令牌",
  "The openid from the code exchange": "用授权码换取令牌时得到的 openid",
  "Identifies the user to this application": "用户在该应用中的标识",
  "Nickname in the survey system": "在问卷系统中的昵称",
  "Address of the picture in the survey system; may be empty": "在问卷系统中的头像地址；可能为空",
  "User mode: the token's own openid, required. Team mode: a member's, to narrow the list":
    "用户模式：令牌所属的 openid，必填。团队模式：某个成员的 openid，用于缩小列表范围",
  "Team mode: a member's id, to narrow the list, or the team's own":
    "团队模式：某个成员的编号，用于缩小列表范围；也可以是团队自己的编号",
  "Page of the list, from 1; default 1": "列表的页码，从 1 开始；默认 1",
  "Surveys on a page, at most 100; default 20": "每页问卷数，最多 100；默认 20",
  "Team mode: the member who counts as the creator, or the team's own id. User mode: the user's own id":
    "团队模式：算作创建者的成员，或团队自己的编号。用户模式：用户自己的编号",
  "Team mode: the team's id": "团队模式：团队编号",
  "The survey in the text form, at most 200 KB; with another `format`, the file":
    "文本格式的问卷，最多 200 KB；`format` 为其他值时是文件内容",
  "What `text` is: `text`, the text form; `file`, a file of another survey system, whose kind follows from what is in it; `base64`, such a file in base64, for those that are no text. `text` unless given":
    "`text` 的内容：`text` 为文本格式；`file` 为其他问卷系统的文件，按内容识别来源；`base64` 为 base64 编码的文件，用于非文本文件。不传则为 `text`",
  "Whether it was changed or left out.": "处理结果",
  'Name of the question in the file; "" for the survey.': '题目在文件中的名称；"" 表示整份问卷',
  "Why it is not as it was.": "有变化的原因",
  "The type, setting or condition, as the file has it.": "文件中的题型、设置或条件",
  "The same as a sentence, in English.": "同样内容的一句英文说明",
  "A part of a file that was changed or left out.": "文件中有变化或未导入的一处",
  'The system whose file it was; "" for the text form.': '文件来自的系统；文本格式时为 ""',
  "What of a file was changed or left out.": "文件中有变化或未导入的内容",
  "What the survey is for; 1 unless given": "问卷的用途；不传则为 1",
  "Id of the new survey.": "新问卷的编号",
  "The same id.": "同一个编号",
  "Part of the public address.": "公开地址的一部分",
  "Public address at which the survey is answered once it collects.": "开始收集后的答题地址",
  "The same address.": "同一个地址",
  "Places that were kept as text, and may have been meant otherwise: brackets with an unknown type.":
    "作为文字保留、可能与本意不同的位置：括号中的题型无法识别",
  "A place in the text of a survey.": "问卷文本中的一处",
  "Number of the line in `text`, from 1.": "在 `text` 中的行号，从 1 开始",
  "What was kept as text there, in English.": "在该行作为文字保留的内容，英文",
  "The survey's id": "问卷编号",
  'Where respondents are sent after their answer; "" for nowhere': '提交答卷后跳转的地址；"" 表示不跳转',
  "Whether respondents have to sign in": "答题者是否必须登录",
  "Whether each respondent may answer once: each person when respondents sign in, else each browser":
    "每位答题者是否只能答一次：要求登录时按人计算，否则按浏览器计算",
  "Whether respondents may change an answer that they gave": "答题者是否可以修改已提交的答卷",
  "0 draft, 2 collecting, 3 paused. 2 publishes a survey that was never published":
    "0 草稿，2 收集中，3 已暂停。从未发布过的问卷改为 2 时会发布",
  'When collecting starts, in the platform\'s zone; "" for no start':
    '开始收集的时间，按平台时区；"" 表示不限',
  'When collecting ends, in the platform\'s zone; "" for no end': '停止收集的时间，按平台时区；"" 表示不限',
  "Always the same.": "始终相同",
  "Name of the parameter in the survey's address: letters, digits, - and _; not answer, channel, lang or page":
    "问卷地址中参数的名称：字母、数字、- 和 _；不能是 answer、channel、lang 或 page",
  "What the parameter is for, in one line": "参数的用途，写成一行",
  "Id of the survey.": "问卷编号",
  "Id under which answers show the argument.": "答卷中显示该参数时使用的编号",
  "Name of the parameter.": "参数名称",
  "What the parameter is for.": "参数的用途",
  "When it was made, in the platform's zone.": "创建时间，按平台时区",
  "The same time.": "同一个时间",
  "1 to 1,000 people, each with a mail address, a telephone number or a code":
    "1 到 1,000 位受邀者，每位有邮箱、电话或编号",
  "Only participants who are so far; all without it": "只列出处于该状态的受邀者；不填时列出全部",
  "Id of the last participant of the page before; 0 for the first page":
    "上一页最后一位受邀者的编号；第一页为 0",
  "The participant's id": "受邀者编号",
  "Only answers from this hour on, in seconds since 1970; all unless given":
    "只统计从这个小时起的答卷，1970 年以来的秒数；不传则不限",
  "Only answers before this hour, in seconds since 1970; all unless given":
    "只统计这个小时之前的答卷，1970 年以来的秒数；不传则不限",
  "Length of the intervals of trends; 1h is the shortest that is counted, and what a shorter one gives":
    "趋势的间隔长度；最短按 1h 统计，更短的间隔也按 1h 返回",
  "Length of the intervals of trends: 1h where a shorter one was asked for, since answers are counted by the hour.":
    "趋势的间隔长度；请求的间隔小于一小时时为 1h，因为答卷按小时计数",
  "Mean duration in seconds, to about a twelfth; 0 without answers.":
    "平均答题时长，单位为秒，误差约十二分之一；没有答卷时为 0",
  "Valid answers, and invalid ones, of which there are none.": "有效答卷与无效答卷；没有无效答卷",
  "Where respondents came from, the most frequent first.": "答题者的来源，次数多的在前",
  "Always empty: the platform does not look up where addresses are, and keeps none for long.":
    "始终为空：平台不查询地址所在地，也不长期保存地址",
  "Classes of device, the most frequent first.": "设备类别，次数多的在前",
  "Operating systems of the devices, the most frequent first; unknown for answers before this was counted.":
    "设备的操作系统，次数多的在前；开始统计之前的答卷为 unknown",
  "Answers per interval, by its start in ms since 1970 as text; intervals without answers are left out.":
    "每个间隔的答卷数，键为间隔开始的时间（1970 年以来的毫秒数，文本）；没有答卷的间隔不列出",
  "Answers on a page; default 20. More than 100 counts as 100; with since, until or include, more than 1000 counts as 1000":
    "每页答卷数；默认 20，超过 100 按 100 计；传入 since、until 或 include 时，超过 1000 按 1000 计",
  "updated_at for the time of the last change in each answer, titles for the title of each question beside its id; updated_at,titles for both":
    "updated_at：每份答卷附上最近一次变更的时间；titles：每道题在 id 之外附上标题；两者都要时用 updated_at,titles",
  "Only answers after this one; 0 or absent to start": "只返回这份之后的答卷；从头开始时为 0 或不传",
  "Who answers: a third-party account of the application; 0 for an anonymous respondent":
    "由谁作答：应用的第三方账号；0 表示匿名",
  "The answer: pages as in an answer that is read, and optionally ua, referrer, time in seconds, and openid (or open_id), which names a respondent like respondent_id":
    "答卷内容：pages 与读取答卷时相同，可附带 ua、referrer、time（秒）和 openid（或 open_id）；openid 与 respondent_id 一样用来指定答题者",
  "Serial of the answer within its survey.": "答卷在问卷内的序号",
  "The answer's serial, or its hash of ten alphanumerics": "答卷的序号，或由十个字母和数字组成的 hash",
  "The answer: pages as in an answer that is read, and optionally ua, referrer, and time in seconds":
    "答卷内容：pages 与读取答卷时相同，可附带 ua、referrer 和 time（秒）",
  "The webhook's id": "Webhook 编号",
  "Public http or https address without port and credentials":
    "公网的 http 或 https 地址，不含端口和登录信息",
  "Whether events are sent; one that is switched on gets a test event":
    "是否发送事件；启用时会收到一个测试事件",
  "Which events it gets: answer.create, answer.update, answer.delete":
    "会收到的事件：answer.create、answer.update、answer.delete",
  "Which events it gets: answer.create, answer.update, answer.delete, survey.created, survey.updated, survey.deleted":
    "会收到的事件：answer.create、answer.update、answer.delete、survey.created、survey.updated、survey.deleted",
  "Whether events of answers have the titles of survey and questions beside the ids":
    "答卷事件除编号外，是否还含问卷标题和题目标题",
  "Always success.": "始终为 success",
  "The delivery to send again; all failed ones when it is left out":
    "要重新发送的投递；不传则重新发送全部失败的投递",
  "Only failed deliveries of events since then, in unix seconds": "只重新发送此时间之后失败的投递，unix 秒",
  "Events that are sent again.": "将要重新发送的事件数",
  "Only deliveries before this one; 0 or absent to start": "只返回这条之前的投递；从头开始时为 0 或不传",
  "Deliveries in the list, at most 100; default 20": "列表中的投递数，最多 100；默认 20",
  "Only deliveries of this state": "只返回该状态的投递",
  "The delivery's id": "投递编号",
  "The user's or the team's id": "用户或团队的编号",
  "What the application calls its user": "应用对该用户的称呼",
  "What the application calls its user: without slashes, control characters and spaces around it":
    "应用对该用户的称呼：不含斜杠和控制字符，首尾没有空格",
  "Name that others see": "他人看到的名称",
  "Address of a picture, beginning with https:// or http://": "头像地址，以 https:// 或 http:// 开头",
  "Id of the user": "用户编号",
  "Id of the respondent: that of the user": "答题者编号，与用户编号相同",
  "Address of a picture; may be empty": "头像地址；可能为空",
  "Id of one of the application's own accounts": "应用自己注册的某个账号的编号",
  "As what the account is signed in": "账号登录后的身份",
  "32 letters and digits, for GET /api/v2/redirect": "32 位字母和数字，用于 GET /api/v2/redirect",
  "Kind of list; 11: accounts of a third party": "名单类型；11 表示第三方账号",
  "Ids of 1 to 100 respondents, as the accounts have them": "1 至 100 位答题者的编号，即账号的 respondent_id",
  "Id of the last entry of the page before; 0 for the first page": "上一页最后一条的编号；第一页为 0",
  "This page's entries, descending by id": "本页的条目，按编号降序",
  "Name of the team, unique on the platform": "团队名称，在平台上唯一",
  "Id of the account that becomes its creator": "成为创建者的账号的编号",
  "Id of the team": "团队编号",
  "Id of the team in the calls about contacts: the same": "通讯录调用中的团队编号，与团队编号相同",
  "Name of the team": "团队名称",
  "Always empty": "始终为空",
  "As what the application acts: 2, team administrator": "应用的身份：2，团队管理员",
  "Id of its first creator": "第一位创建者的编号",
  "Name of its first creator": "第一位创建者的名称",
  "Picture of its first creator; may be empty": "第一位创建者的头像；可能为空",
  "Users on a page, at most 100; default 20": "每页用户数，最多 100；默认 20",
  "Only these roles: 0 creator, 2 team administrator, 3 survey administrator, 4 member":
    "只返回这些角色：0 创建者，2 团队管理员，3 问卷管理员，4 成员",
  "Members on all pages": "全部页的成员数",
  "This page's members": "本页的成员",
  "Always 1": "始终为 1",
  "The project that all surveys of the team are in": "团队全部问卷所在的项目",
  "Groups on all pages": "全部页的分组数",
  "This page's groups": "本页的分组",
  "Only groups that the application calls so": "只返回应用以这些名称称呼的分组",
  "Only groups directly below this one; 0 for the one that stands for the team":
    "只返回直属于该分组的分组；0 表示代表团队的分组",
  "Groups on a page; default all": "每页分组数；默认全部",
  "Name of the group": "分组名称",
  "Id of the group above; 0 for the one that stands for the team": "上级分组的编号；0 表示代表团队的分组",
  "Place among the groups of the same parent": "在同一上级的分组中的位置",
  "What the application calls it, unique in the team: without slashes, control characters and spaces around it":
    "应用为它起的名称，在团队内唯一：不含斜杠和控制字符，首尾没有空格",
  "Id of the group": "分组编号",
  "Ids of 1 to 100 groups": "1 至 100 个分组的编号",
  "Id of the group; 0 for the one that stands for the team": "分组编号；0 表示代表团队的分组",
  "This page's members, ascending by id": "本页的成员，按编号升序",
  "2 team administrator, 3 survey administrator, 4 member": "2 团队管理员，3 问卷管理员，4 成员",
  "The openid of the account; another one than it has is refused": "账号的 openid；与账号不符时会被拒绝",
  "The groups that the user is in": "用户所在的分组",
  "Address of a picture": "头像地址",
};
